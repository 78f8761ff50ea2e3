import type { Page } from '@playwright/test'
import sharp from 'sharp'

// The frame and its round corners are no part of the picture.
const edge = 12

/** How many pixels of the picture are not its background, which is nearly grey at the sides. */
export const drawnPixels = async (page: Page): Promise<number> =>
  (await drawnPlaces(page)).reduce((sum, { length }) => sum + length, 0)

/** Two places of the picture, far from each other in one row, around which something is drawn. */
export async function drawnEnds(page: Page): Promise<[{ x: number; y: number }, { x: number; y: number }]> {
  const rows = await drawnPlaces(page)
  const solid = (x: number, y: number): boolean =>
    [-3, 0, 3].every((up) => [-3, 0, 3].every((aside) => rows[y + up]?.includes(x + aside)))
  let widest: [number, number, number] = [0, 0, 0]
  for (const [y, row] of rows.entries()) {
    if (y % 4 !== 0 || row.length < 50) continue
    const from = row.find((x) => solid(x, y)) ?? 0
    const to = row.findLast((x) => solid(x, y)) ?? 0
    if (to - from > widest[1] - widest[0]) widest = [from, to, y]
  }
  const [from, to, y] = widest
  return [
    { x: from, y },
    { x: to, y },
  ]
}

/** The columns of what is drawn, row by row. */
async function drawnPlaces(page: Page): Promise<number[][]> {
  const { data, info } = await sharp(await page.locator('canvas').screenshot())
    .removeAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true })
  return Array.from({ length: info.height }, (_, row) => {
    const side = (row * info.width + edge) * 3
    const isDrawn = (x: number): boolean => {
      const at = (row * info.width + x) * 3
      return [0, 1, 2].some((part) => Math.abs((data[at + part] ?? 0) - (data[side + part] ?? 0)) > 8)
    }
    if (row < edge || row >= info.height - edge) return []
    return Array.from({ length: info.width - 2 * edge }, (__, at) => at + edge).filter(isDrawn)
  })
}
