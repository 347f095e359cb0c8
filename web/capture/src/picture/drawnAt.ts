/**
 * Draws a picture on a canvas of its own, no longer than so many pixels and never enlarged.
 * @param isRead whether its pixels are read again: the browser keeps them at hand then
 * @returns undefined where this browser has no canvas
 */
export function drawnAt(
  picture: CanvasImageSource,
  size: { width: number; height: number },
  longest: number,
  isRead = false,
): { canvas: HTMLCanvasElement; context: CanvasRenderingContext2D } | undefined {
  const scale = Math.min(1, longest / Math.max(1, size.width, size.height));
  const canvas = document.createElement('canvas');
  [canvas.width, canvas.height] = [size.width, size.height].map((side) => Math.max(1, Math.round(side * scale))) as [
    number,
    number,
  ];
  const context = canvas.getContext('2d', { willReadFrequently: isRead });
  if (!context) return undefined;
  context.imageSmoothingQuality = 'high';
  context.drawImage(picture, 0, 0, canvas.width, canvas.height);
  return { canvas, context };
}
