// Writes comma-separated values as spreadsheets read them (RFC 4180). Used by commands, pages and the API.

/** One line with its line end; `null` is an empty field. */
export function csvLine(fields: readonly (string | number | null)[]): string {
  return `${fields.map(field).join(',')}\r\n`;
}

function field(value: string | number | null): string {
  if (value === null) return '';
  const text = safe(String(value));
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** Quotes text that a spreadsheet would run as a formula. Numbers may have a sign. */
function safe(text: string): string {
  return /^[=+\-@\t\r]/.test(text) && !/^-?\d+(\.\d+)?$/.test(text) ? `'${text}` : text;
}
