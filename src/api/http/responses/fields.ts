/** Rows with those of their fields alone that are asked for: names with commas between them, which were held to the description; all where none are. */
export function onlyFields<Row extends object>(rows: readonly Row[], fields: string | undefined): Partial<Row>[] {
  if (fields === undefined) return [...rows];
  const wanted = new Set(fields.split(','));
  return rows.map(
    (row) => Object.fromEntries(Object.entries(row).filter(([name]) => wanted.has(name))) as Partial<Row>,
  );
}
