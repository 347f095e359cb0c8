/** Whether all that is asked for is among these; not where nothing is named, which asks for all. */
export const asksOnlyFor = (fields: string | undefined, names: readonly string[]): boolean =>
  fields?.split(',').every((name) => names.includes(name)) ?? false;

/**
 * Rows with those of their fields alone that are asked for: names with commas between them, which were held to the description; all where none
 * are. The description of such a list says that rows need not have any.
 */
export function onlyFields<Row extends object>(rows: readonly Row[], fields: string | undefined): Row[] {
  if (fields === undefined) return [...rows];
  const wanted = new Set(fields.split(','));
  return rows.map((row) => Object.fromEntries(Object.entries(row).filter(([name]) => wanted.has(name))) as Row);
}
