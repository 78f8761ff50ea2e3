import { expect, type Locator, type Page } from '@playwright/test'

const far = 150

/** What `watchFocus` leaves in the page. */
interface FocusWatch {
  /** Notes how these controls look without the focus. */
  note(controls: readonly Element[]): void
  /** Whether a control shows that it has the focus: something is drawn now that was not drawn when it was noted. */
  isShown(control: Element): boolean
}
declare const focusWatch: FocusWatch
declare const walkStep: { note(): void; look(): Promise<void> }

/**
 * Runs in the page. A line or a shadow counts that came with the focus, around the control, around a box it fills, or around
 * what is drawn in its place beside it: one that stands there anyway, such as a neighbour's, is none.
 */
function watchFocus(): void {
  const probe = document.body.appendChild(document.createElement('i'))
  probe.style.color = 'var(--focus)'
  const focusColour = getComputedStyle(probe).color
  probe.remove()
  const looks = new Map<Element, string[]>()
  const lookOf = (at: Element): string[] => {
    const { outline, outlineStyle, outlineWidth, boxShadow, borderTopColor, borderTopWidth } =
      getComputedStyle(at)
    const hasOutline = outlineStyle !== 'none' && parseFloat(outlineWidth) > 0
    const hasBorder = borderTopColor === focusColour && parseFloat(borderTopWidth) > 0
    return [hasOutline ? outline : '', boxShadow === 'none' ? '' : boxShadow, hasBorder ? 'border' : '']
  }
  const placesOf = (control: Element): Element[] => {
    const box = control.parentElement
    return [control, box, box?.parentElement, ...(box?.querySelectorAll('*') ?? [])].filter(
      (at) => at !== null && at !== undefined,
    )
  }
  const watch: FocusWatch = {
    note(controls) {
      const boxes = new Set(controls.map(({ parentElement }) => parentElement))
      const places = new Set<Element>(controls)
      for (const box of boxes) {
        for (const at of [box, box?.parentElement, ...(box?.querySelectorAll('*') ?? [])])
          if (at) places.add(at)
      }
      for (const at of places) looks.set(at, lookOf(at))
    },
    isShown(control) {
      // It had the focus before it could be noted.
      if (!looks.has(control)) noteWithout(control)
      return placesOf(control).some((at) =>
        lookOf(at).some((now, index) => now !== '' && now !== looks.get(at)?.[index]),
      )
    },
  }
  /** Notes a control as it is without the focus, which is taken from it for a moment: the page hears nothing of that. */
  const noteWithout = (control: Element): void => {
    if (control !== document.activeElement || !(control instanceof HTMLElement)) return watch.note([control])
    const events = ['blur', 'focusout', 'focus', 'focusin', 'change']
    const hush = (event: Event): void => event.stopImmediatePropagation()
    const still = new CSSStyleSheet()
    still.replaceSync('*, *::before, *::after { transition: none !important }')
    for (const name of events) addEventListener(name, hush, true)
    document.adoptedStyleSheets.push(still)
    control.blur()
    watch.note([control])
    control.focus({ preventScroll: true })
    // Looked at once before lines may be drawn slowly again.
    lookOf(control)
    document.adoptedStyleSheets = document.adoptedStyleSheets.filter((sheet) => sheet !== still)
    for (const name of events) removeEventListener(name, hush, true)
  }
  Object.assign(globalThis, { focusWatch: watch })
}

/** Goes to something by the Tab key alone, and sees that one could see where one is. */
export async function tabTo(page: Page, target: Locator): Promise<void> {
  await expect(target).toBeVisible()
  await page.evaluate(watchFocus)
  const here = (): Promise<boolean> =>
    target.evaluate(
      (element) => {
        if (element === document.activeElement) return true
        focusWatch.note([element])
        return false
      },
      undefined,
      { timeout: 5_000 },
    )
  for (let steps = 0; !(await here()); steps += 1) {
    expect(steps, `${String(target)} is not reached by the Tab key`).toBeLessThan(far)
    await page.keyboard.press('Tab')
  }
  await expect
    .poll(() => target.evaluate((element) => focusWatch.isShown(element)), {
      message: `${String(target)} shows that it has the focus`,
      timeout: 1_000,
    })
    .toBe(true)
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

/** Pastes as a spreadsheet program would have copied. */
export async function paste(page: Page, text: string): Promise<void> {
  await page.evaluate((given) => {
    const clipboardData = new DataTransfer()
    clipboardData.setData('text/plain', given)
    document.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }))
  }, text)
}

/**
 * Walks through the page's main part with the Tab key alone, or through the dialog that is open, which the focus may not
 * leave. Answers what cannot be reached, what does not show that it has the focus, and what has it while something else
 * lies over it; nothing when all is well.
 */
export async function walkByTab(page: Page, within: 'main' | 'dialog' = 'main'): Promise<string[]> {
  await page.evaluate(watchFocus)
  const place = within === 'main' ? 'main' : '[role="dialog"], [role="alertdialog"]'
  const count = await page.evaluate((selector) => {
    const main = [...document.querySelectorAll<HTMLElement>(selector)].at(-1)
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
    const isCovered = (element: Element): boolean => {
      const box = element.getBoundingClientRect()
      // What is larger than the window, to be scrolled itself, is never seen whole.
      if (box.height > 100) return false
      const at = document.elementFromPoint(box.left + box.width / 2, box.top + Math.min(box.height / 2, 20))
      return !at || !(element.contains(at) || at.contains(element) || element.parentElement?.contains(at))
    }
    const walk = { stops, met: new Set<Element>(), faults: new Set<string>() }
    const nameOf = (element: Element): string => element.outerHTML.slice(0, 140)
    focusWatch.note(stops)
    /** Where the focus may be next is noted anew: what lies around both must not count for the second one too. */
    const note = (): void => {
      const next = stops.findIndex((stop) => stop === document.activeElement) + 1
      focusWatch.note(stops.slice(next, next + 3))
    }
    /** Looks at what has the focus now; a line may take a moment to be drawn. */
    const look = async (): Promise<void> => {
      const target = document.activeElement
      if (!(target instanceof HTMLElement) || target === main) return
      if (!main.contains(target)) {
        if (selector !== 'main') walk.faults.add(`is outside of the dialog: ${nameOf(target)}`)
        return
      }
      walk.met.add(target)
      for (let tries = 0; !focusWatch.isShown(target) && tries < 20; tries += 1)
        await new Promise((done) => setTimeout(done, 20))
      if (document.activeElement !== target) return
      if (!focusWatch.isShown(target)) walk.faults.add(`shows no focus: ${nameOf(target)}`)
      else if (isCovered(target)) walk.faults.add(`is covered: ${nameOf(target)}`)
    }
    Object.assign(globalThis, { walk, nameOf, walkStep: { note, look } })
    main.focus()
    return stops.length
  }, place)
  for (let steps = 0; steps < count + 4; steps += 1) {
    await page.evaluate(() => walkStep.note())
    await page.keyboard.press('Tab')
    await page.evaluate(() => walkStep.look())
  }
  return page.evaluate(() => {
    const { walk, nameOf } = globalThis as unknown as {
      walk: { stops: Element[]; met: Set<Element>; faults: Set<string> }
      nameOf: (element: Element) => string
    }
    // What has the focus may show its tooltip, over whatever is looked at next.
    if (document.activeElement instanceof HTMLElement) document.activeElement.blur()
    const missed = walk.stops.filter((stop) => stop.isConnected && !walk.met.has(stop))
    return [...walk.faults, ...missed.map((stop) => `is not reached: ${nameOf(stop)}`)]
  })
}
