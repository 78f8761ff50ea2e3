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
    const found: string[] = []
    for (const { id, nodes } of violations)
      for (const { html, target } of nodes)
        if (id !== 'aria-required-children' || !(await isOwnedByRows(page, String(target[0]))))
          found.push(`${theme} ${id}: ${html.slice(0, 160)}`)
    expect(found, page.url()).toEqual([])
  }
}

/**
 * Whether every cell of a grid belongs to a row, by the document or by `aria-owns`. axe counts what is owned as a child of
 * where it stands too; browsers do not (`e2e/grid.spec.ts` reads Chromium's own tree).
 */
const isOwnedByRows = (page: Page, selector: string): Promise<boolean> =>
  page.evaluate((grid) => {
    const cells = [...document.querySelectorAll(`${grid} [role="gridcell"]`)]
    return (
      cells.length > 0 &&
      cells.every((cell) => {
        const part = cell.closest('[data-line], [role="row"]')
        return (
          part?.matches('[role="row"]') || document.querySelector(`[role="row"][aria-owns~="${part?.id}"]`)
        )
      })
    )
  }, selector)
