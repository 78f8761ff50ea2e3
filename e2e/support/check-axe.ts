import { AxeBuilder } from '@axe-core/playwright'
import { expect, type Page } from '@playwright/test'

/** No accessibility violation on the page as it stands, in both themes. `application`: whether it is one of ours in React. */
export async function checkAxe(page: Page, { application = true } = {}): Promise<void> {
  // A page that is still on its way has no heading yet, and would be judged for that.
  await expect(page.locator('h1').first()).toBeAttached()
  for (const theme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme: theme, reducedMotion: 'reduce' })
    if (application) await expect(page.locator('html')).toHaveAttribute('data-theme', theme)
    const { violations } = await new AxeBuilder({ page }).analyze()
    const found = violations.map(
      ({ id, nodes }) => `${theme} ${id}: ${nodes.map(({ html }) => html.slice(0, 160)).join(' | ')}`,
    )
    expect(found, page.url()).toEqual([])
  }
}
