/**
 * A picture as PNG with no side longer than `longest` pixels; `square` keeps its middle. Rejects when the browser cannot
 * read it.
 */
export async function shrinkPicture(
  file: Blob,
  longest: number,
  shape: 'whole' | 'square' = 'whole',
): Promise<Blob> {
  const picture = await createImageBitmap(file)
  const { width, height } = picture
  const side = Math.min(width, height)
  const [w, h] = shape === 'square' ? [side, side] : [width, height]
  const scale = Math.min(1, longest / Math.max(w, h))
  const canvas = document.createElement('canvas')
  canvas.width = Math.max(1, Math.round(w * scale))
  canvas.height = Math.max(1, Math.round(h * scale))
  canvas
    .getContext('2d')
    ?.drawImage(picture, (width - w) / 2, (height - h) / 2, w, h, 0, 0, canvas.width, canvas.height)
  picture.close()
  return new Promise((resolve, reject) =>
    canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error('The picture could not be read.')))),
  )
}
