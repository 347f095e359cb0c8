// Loaded into a process that is to be the next version of the service: every read model has another column, filled by another
// fold, and so the next version of its projection.
const { allProjections } = await import(new URL('../../dist/start/features.js', import.meta.url));

for (const projection of allProjections) {
  projection.version += 1;
  for (const table of projection.tables) {
    const { fold } = table;
    table.columns.last_event = 'text';
    table.fold = (row, event) => {
      const folded = fold(row, event);
      return folded && { ...folded, last_event: event.type };
    };
  }
}
