/** The colour of buttons in the dark, whatever the tenant's is: theirs is checked against white. */
const IN_THE_DARK = '#6db3f2';

/** The colour of buttons as CSS, made of the tenant's. */
export const accentColor = (accent: string): string => `light-dark(${accent}, ${IN_THE_DARK})`;
