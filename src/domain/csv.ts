// Comma-separated values as spreadsheets write and read them (RFC 4180). Used by whatever has CSV to give: commands, pages
// and API.

/** One line, its end included; `null` is an empty field. */
export function csvLine(fields: readonly (string | number | null)[]): string {
  return `${fields.map(field).join(',')}\r\n`;
}

function field(value: string | number | null): string {
  if (value === null) return '';
  const text = safe(String(value));
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** A spreadsheet would run what begins like a formula. Figures may have a sign. */
function safe(text: string): string {
  return /^[=+\-@\t\r]/.test(text) && !/^-?\d+(\.\d+)?$/.test(text) ? `'${text}` : text;
}
