// The levels and formats of the log. The logger and the flags of `floatwatch run` use them.
export const LOG_LEVELS = ['debug', 'info', 'warn', 'error'] as const;
export type LogLevel = (typeof LOG_LEVELS)[number];
export const LOG_FORMATS = ['json', 'logfmt'] as const;
export type LogFormat = (typeof LOG_FORMATS)[number];
