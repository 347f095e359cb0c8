const MONTHS = ['JAN', 'FEB', 'MAR', 'APR', 'MAY', 'JUN', 'JUL', 'AUG', 'SEP', 'OCT', 'NOV', 'DEC'];

/** `14 MAR 1988`, as passports print dates. */
export const monthNameDate = (date: string): string => {
  const [year, month, day] = parts(date);
  return `${day} ${MONTHS[Number(month) - 1]} ${year}`;
};

/** `14.03.1988`, as on the continent. */
export const dottedDate = (date: string): string => parts(date).reverse().join('.');

/** `14/03/1988`, day first. */
export const slashedDate = (date: string): string => parts(date).reverse().join('/');

/** `03/14/1988`, month first, as in the United States. */
export const usDate = (date: string): string => {
  const [year, month, day] = parts(date);
  return `${month}/${day}/${year}`;
};

/** `03141988`, as in AAMVA barcodes. */
export const aamvaDate = (date: string): string => usDate(date).replaceAll('/', '');

const parts = (date: string): string[] => date.split('-');
