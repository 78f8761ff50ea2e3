import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type axe from 'axe-core'
import { expect, type Page } from '@playwright/test'

// The small one: each page is sent it.
const source = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

// What depends on the colours; everything else is the same in both themes.
const colourRules = ['color-contrast', 'link-in-text-block']

interface Violation {
  rule: string
  html: string
  target: string
}

/** No accessibility violation on the page as it stands, in both themes. `application`: whether it is one of ours in React. */
export async function checkAxe(page: Page, { application = true } = {}): Promise<void> {
  // A page that is still on its way has no heading yet, and would be judged for that.
  await expect(page.locator('h1').first()).toBeAttached()
  for (const theme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme: theme, reducedMotion: 'reduce' })
    if (application) await expect(page.locator('html')).toHaveAttribute('data-theme', theme)
    const found: string[] = []
    for (const { rule, html, target } of await violations(page, theme === 'light' ? undefined : colourRules))
      if (rule !== 'aria-required-children' || !(await isOwnedByRows(page, target)))
        found.push(`${theme} ${rule}: ${html.slice(0, 160)}`)
    expect(found, page.url()).toEqual([])
  }
}

/** What axe finds wrong, by all of its rules or by some. Our pages hold no frames, so it runs in the page alone. */
async function violations(page: Page, rules?: string[]): Promise<Violation[]> {
  if (!(await page.evaluate(() => 'axe' in globalThis))) await page.evaluate(source)
  return page.evaluate(async (only) => {
    const engine = (globalThis as unknown as { axe: typeof axe }).axe
    const { violations: all } = await engine.run({
      resultTypes: ['violations'],
      ...(only && { runOnly: { type: 'rule', values: only } }),
    })
    return all.flatMap(({ id, nodes }) =>
      nodes.map((node) => ({ rule: id, html: node.html, target: String(node.target[0]) })),
    )
  }, rules)
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
