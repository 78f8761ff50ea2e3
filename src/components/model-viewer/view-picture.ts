import type { StoredFile } from '#contracts/api/files.ts'
import type { ApiClient } from '#engine/data/api-client.ts'
import type { Stage } from './stage.ts'

/** Pixels of the longer side, and most bytes: views are many, and a list shows a lot of them at once. */
const longest = 480
const mostBytes = 40_000

/** From the finest to the smallest: lines stay sharp in the first ones. */
const ways = [
  { scale: 1, type: 'image/png', quality: 1 },
  { scale: 0.75, type: 'image/png', quality: 1 },
  { scale: 1, type: 'image/jpeg', quality: 0.8 },
  { scale: 0.75, type: 'image/jpeg', quality: 0.6 },
] as const

/** The picture as it is, small enough to be kept with a view: PNG, or JPEG where there is too much in it. */
export async function pictureOfView(stage: Stage, ground: string): Promise<Blob | null> {
  const whole = stage.snapshot(longest, ground)
  let smallest: Blob | null = null
  for (const { scale, type, quality } of ways) {
    smallest = await bytesOf(scaled(whole, scale), type, quality)
    if (smallest && smallest.size <= mostBytes) break
  }
  return smallest
}

/** Uploads a picture for a view; null when it did not arrive: a view can be kept without one. */
export async function sendPicture(api: ApiClient, bytes: Blob): Promise<StoredFile | null> {
  const name = bytes.type === 'image/png' ? 'snapshot.png' : 'snapshot.jpg'
  return api.call('POST /api/files', { search: { name }, bytes }).catch(() => null)
}

function scaled(from: HTMLCanvasElement, scale: number): HTMLCanvasElement {
  if (scale === 1) return from
  const canvas = document.createElement('canvas')
  canvas.width = Math.max(1, Math.round(from.width * scale))
  canvas.height = Math.max(1, Math.round(from.height * scale))
  const context = canvas.getContext('2d')
  if (context) context.imageSmoothingQuality = 'high'
  context?.drawImage(from, 0, 0, canvas.width, canvas.height)
  return canvas
}

const bytesOf = (canvas: HTMLCanvasElement, type: string, quality: number): Promise<Blob | null> =>
  new Promise((resolve) => canvas.toBlob(resolve, type, quality))
