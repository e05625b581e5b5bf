// What every panel says of itself, and where it stands.

/** 24 columns make a full width. */
export interface Face {
  readonly title: string;
  /** For whoever looks at it: what it shows. */
  readonly description: string;
  /** What it says when there is nothing to show, and why that is. */
  readonly empty: string;
  readonly unit: string;
  readonly decimals?: number;
  readonly width: number;
  readonly height?: number;
}

/** What all builders of the SDK share, although no type of it says so. */
interface Placed {
  title(text: string): this;
  description(text: string): this;
  unit(unit: string): this;
  decimals(decimals: number): this;
  noValue(text: string): this;
  span(columns: number): this;
  height(rows: number): this;
}

/** Writes a face onto a panel, whose height is the given one unless the face has its own. */
export function place<P extends Placed>(panel: P, face: Face, height: number): P {
  panel
    .title(face.title)
    .description(face.description)
    .unit(face.unit)
    .noValue(face.empty)
    .span(face.width)
    .height(face.height ?? height);
  return face.decimals === undefined ? panel : panel.decimals(face.decimals);
}
