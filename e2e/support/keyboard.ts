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

/**
 * Walks through the page's main part with the Tab key alone. Answers what cannot be reached, what does not show that it has
 * the focus, and what has it while something else lies over it; nothing when all is well.
 */
export async function walkByTab(page: Page): Promise<string[]> {
  const count = await page.evaluate(() => {
    const main = document.querySelector<HTMLElement>('main')
    if (!main) return 0
    const candidates = 'a[href], button, input, select, textarea, summary, [tabindex]'
    const isStop = (element: HTMLElement): boolean => {
      if (element.tabIndex < 0 || element.matches(':disabled, [type="hidden"]')) return false
      if (!element.checkVisibility({ visibilityProperty: true })) return false
      if (element.closest('[inert]')) return false
      // Of a group of choices one is a stop, and the arrows move within.
      if (!(element instanceof HTMLInputElement) || element.type !== 'radio') return true
      const group = [...main.querySelectorAll<HTMLInputElement>(`input[name="${element.name}"]`)]
      return element === (group.find(({ checked }) => checked) ?? group[0])
    }
    const stops = [...main.querySelectorAll<HTMLElement>(candidates)].filter(isStop)
    const probe = document.body.appendChild(document.createElement('i'))
    probe.style.color = 'var(--focus)'
    const focusColour = getComputedStyle(probe).color
    probe.remove()
    const shows = (element: Element): boolean => {
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
    }
    const isCovered = (element: Element): boolean => {
      const box = element.getBoundingClientRect()
      // What is larger than the window, to be scrolled itself, is never seen whole.
      if (box.height > 100) return false
      const at = document.elementFromPoint(box.left + box.width / 2, box.top + Math.min(box.height / 2, 20))
      return !at || !(element.contains(at) || at.contains(element) || element.parentElement?.contains(at))
    }
    const walk = { stops, met: new Set<Element>(), faults: new Set<string>() }
    const nameOf = (element: Element): string => element.outerHTML.slice(0, 140)
    main.addEventListener('focusin', ({ target }) => {
      if (!(target instanceof HTMLElement) || target === main) return
      walk.met.add(target)
      if (!shows(target)) walk.faults.add(`shows no focus: ${nameOf(target)}`)
      else if (isCovered(target)) walk.faults.add(`is covered: ${nameOf(target)}`)
    })
    Object.assign(globalThis, { walk, nameOf })
    main.focus()
    return stops.length
  })
  for (let steps = 0; steps < count + 4; steps += 1) await page.keyboard.press('Tab')
  return page.evaluate(() => {
    const { walk, nameOf } = globalThis as unknown as {
      walk: { stops: Element[]; met: Set<Element>; faults: Set<string> }
      nameOf: (element: Element) => string
    }
    const missed = walk.stops.filter((stop) => stop.isConnected && !walk.met.has(stop))
    return [...walk.faults, ...missed.map((stop) => `is not reached: ${nameOf(stop)}`)]
  })
}
