// One shape for each level, so that people who can't tell the colours apart can tell the shapes.
import type { StatusLevel } from '../verdict.ts';
import { type Html, html } from './html.ts';

const SHAPES: Readonly<Record<StatusLevel, Html>> = {
  fine: html`<circle cx="8" cy="8" r="7"/><path class="ink" d="M4.8 8.3l2.2 2.2 4.2-4.8"/>`,
  pending: html`<circle cx="8" cy="8" r="6" fill="none" stroke="currentColor" stroke-width="2"/><path d="M8 4.5V8l2.5 1.6" fill="none" stroke="currentColor" stroke-width="1.8" stroke-linecap="round"/>`,
  unknown: html`<rect x="1.8" y="1.8" width="12.4" height="12.4" rx="2.5" transform="rotate(45 8 8)"/><path class="ink" d="M6.2 6.3a1.9 1.9 0 1 1 2.7 1.9c-.6.3-.9.6-.9 1.2M8 11.4v.1"/>`,
  firing: html`<path d="M8 .9 15.6 14.6H.4z"/><path class="ink" d="M8 6v4M8 12.1v.1"/>`,
};

export function icon(level: StatusLevel): Html {
  return html`<svg class="icon ${level}" viewBox="0 0 16 16" width="16" height="16" aria-hidden="true" fill="currentColor">${SHAPES[level]}</svg>`;
}
