/** How far from 1 the length of an embedding may be: what numbers of 32 bits lose is less by far. */
const OFF = 1e-3;

/** Whether numbers are those of a face: each is one, and their direction is of length 1. */
export function isEmbedding(numbers: Float32Array): boolean {
  let squares = 0;
  for (const number of numbers) squares += number * number;
  return Math.abs(Math.sqrt(squares) - 1) <= OFF; // false for what is not a number, too
}
