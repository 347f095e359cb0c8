/** What a text is followed by where texts stand in the order of their bytes (`collate "C"`), in SQL: nothing lies between the two, as Postgres takes no NUL. */
export const RIGHT_BEHIND = `E'\\x01'`;
