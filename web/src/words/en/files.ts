/** What is said where files are taken, in English. */
export const files = { drag: 'Or drag it here.' };
