import { expect, type Locator, type Page } from '@playwright/test'

const far = 150

/** Goes to something by the Tab key alone, and sees that one could see where one is. */
export async function tabTo(page: Page, target: Locator): Promise<void> {
  await expect(target).toBeVisible()
  const here = (): Promise<boolean> =>
    target.evaluate((element) => element === document.activeElement, undefined, { timeout: 5_000 })
  for (let steps = 0; !(await here()); steps += 1) {
    expect(steps, `${String(target)} is not reached by the Tab key`).toBeLessThan(far)
    await page.keyboard.press('Tab')
  }
  expect(await showsFocus(target), `${String(target)} shows that it has the focus`).toBe(true)
}

/** Goes to something and presses Enter, or another key. */
export async function press(page: Page, target: Locator, key = 'Enter'): Promise<void> {
  await tabTo(page, target)
  await page.keyboard.press(key)
}

/** Goes to a field and writes into it, in place of what is there. */
export async function write(page: Page, target: Locator, text: string): Promise<void> {
  await tabTo(page, target)
  await page.keyboard.press('Control+A')
  await page.keyboard.type(text)
}

// A line around the element, around a box it fills, or around what is drawn in its place beside it.
const showsFocus = (target: Locator): Promise<boolean> =>
  target.evaluate((element) => {
    const probe = document.body.appendChild(document.createElement('i'))
    probe.style.color = 'var(--focus)'
    const focusColour = getComputedStyle(probe).color
    probe.remove()
    const around = [element, element.parentElement, element.parentElement?.parentElement]
    const beside = element.parentElement?.querySelectorAll('*') ?? []
    return [...around, ...beside].some((at) => {
      if (!at) return false
      const { outlineStyle, outlineWidth, borderTopColor, borderTopWidth } = getComputedStyle(at)
      return (
        (outlineStyle !== 'none' && parseFloat(outlineWidth) > 0) ||
        (borderTopColor === focusColour && parseFloat(borderTopWidth) > 0)
      )
    })
  })

/** Pastes as a spreadsheet program would have copied. */
export async function paste(page: Page, text: string): Promise<void> {
  await page.evaluate((given) => {
    const clipboardData = new DataTransfer()
    clipboardData.setData('text/plain', given)
    document.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }))
  }, text)
}
