// What the runs at odd hours report, each in a file of its own, and what is wrong with them.
export interface Reported {
  /** How many tests ran, whether they passed or not. */
  readonly ran: number;
  /** The names of the tests that need a program. */
  readonly leftOut: readonly string[];
}

export interface Hour extends Reported {
  readonly name: string;
  readonly passed: boolean;
}

/** Sums up a file of JSON, of which each line has a part of it. */
export function readReport(text: string): Reported {
  const lines = text
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as Partial<Reported>);
  return {
    ran: lines.reduce((sum, { ran = 0 }) => sum + ran, 0),
    leftOut: [...new Set(lines.flatMap(({ leftOut = [] }) => leftOut))].sort(),
  };
}

/** Why the hours are no success, as sentences: the same tests have to be left out at each, and some have to run. */
export function faultsOf(hours: readonly Hour[]): readonly string[] {
  const failed = hours.filter(({ passed }) => !passed).map(({ name }) => name);
  const idle = hours.filter(({ ran }) => ran === 0).map(({ name }) => name);
  const partly = [...new Set(hours.flatMap(({ leftOut }) => leftOut))].sort().flatMap((test) => {
    const where = hours.filter(({ leftOut }) => leftOut.includes(test)).map(({ name }) => name);
    return where.length < hours.length ? [`left out only at ${where.join('; ')}: ${test}`] : [];
  });
  return [
    ...(failed.length > 0 ? [`tests fail at: ${failed.join('; ')}`] : []),
    ...(idle.length > 0 ? [`no test ran at: ${idle.join('; ')}`] : []),
    ...partly,
  ];
}
