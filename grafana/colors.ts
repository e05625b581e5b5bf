// What colours mean: green, orange and red judge, grey is what isn't known, blue and the text's colour say nothing.
import {
  FieldColorBuilder,
  FieldColorModeId,
  FieldColorSeriesByMode,
  MappingType,
  SpecialValueMatch,
  type Threshold,
  ThresholdsConfigBuilder,
  ThresholdsMode,
  type ValueMapping,
} from '@grafana/grafana-foundation-sdk/dashboard';

/** Of what isn't known. */
const GREY = '#8e8e8e';

/** Colours from a value upwards; the first one holds from minus infinity. */
export type Steps = readonly [string, ...(readonly [from: number, color: string])[]];

/** A word and a colour for each value. */
export type Texts = Readonly<Record<string, readonly [text: string, color: string]>>;

/** A colour for each series that has a meaning, by its name or by an expression between slashes. */
export type Painted = Readonly<Record<string, string>>;

export function texts(named: Texts): ValueMapping {
  const entries = Object.entries(named).map(([value, [text, color]], index) => [
    value,
    { text, color, index },
  ]);
  return { type: MappingType.ValueToText, options: Object.fromEntries(entries) };
}

/** What is said, in grey, where there is no value: `noValue` alone would take the colour of the lowest step. */
export function absent(text: string): ValueMapping {
  return {
    type: MappingType.SpecialValue,
    options: { match: SpecialValueMatch.NullAndNan, result: { text, color: GREY, index: 99 } },
  };
}

export function steps([first, ...rest]: Steps): ThresholdsConfigBuilder {
  const all: Threshold[] = [
    { value: null, color: first },
    ...rest.map(([value, color]) => ({ value, color })),
  ];
  return new ThresholdsConfigBuilder().mode(ThresholdsMode.Absolute).steps(all);
}

export function fixed(color: string): FieldColorBuilder {
  return new FieldColorBuilder().mode(FieldColorModeId.Fixed).fixedColor(color);
}

/** From blue to purple by the value: told apart, and none of them judges. */
export function neutral(): FieldColorBuilder {
  return new FieldColorBuilder().mode(FieldColorModeId.ContinuousBlPu).seriesBy(FieldColorSeriesByMode.Last);
}

/** Lighter and darker tones of one colour, where several series mean the same kind of thing. */
export function shades(color: string): FieldColorBuilder {
  return new FieldColorBuilder().mode(FieldColorModeId.Shades).fixedColor(color);
}
