import type { Locator, Page } from '@playwright/test'

/** Drags from one to a height of another (0 its top, 1 its foot), in steps as a hand does. */
export async function drag(page: Page, from: Locator, to: Locator, height: number): Promise<void> {
  const start = await from.boundingBox()
  const end = await to.boundingBox()
  if (!start || !end) throw new Error('not on the screen')
  await page.mouse.move(start.x + start.width / 2, start.y + start.height / 2)
  await page.mouse.down()
  await page.mouse.move(start.x + start.width / 2 + 12, start.y + start.height / 2 + 12, { steps: 4 })
  await page.mouse.move(end.x + Math.min(30, end.width / 2), end.y + end.height * height, { steps: 12 })
  await page.mouse.up()
}
