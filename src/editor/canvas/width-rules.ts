import { useEffect } from 'react'

/** A style sheet as far as its media rules matter. */
export interface RuleSheet {
  cssRules: ArrayLike<{
    cssText?: string
    conditionText?: string
    cssRules?: ArrayLike<{ cssText: string }>
  }>
}

const ofWidth = /^\(\s*(?:(?:min|max)-width\s*:|width\s*[<>])/

/**
 * Every rule that holds by the width of the window (`@media (max-width: 600px)`), once more for the canvas
 * (`@container`): a phone shown in a wide window looks like a phone.
 */
export function containerRules(sheets: Iterable<RuleSheet>): string {
  const rules: string[] = []
  for (const sheet of sheets) {
    for (const { conditionText, cssRules } of Array.from(sheet.cssRules)) {
      if (!conditionText || !cssRules || !ofWidth.test(conditionText)) continue
      const inner = Array.from(cssRules, ({ cssText }) => cssText.replaceAll(':root', '[data-canvas-screen]'))
      rules.push(`@container canvas-screen ${conditionText} { ${inner.join(' ')} }`)
    }
  }
  return rules.join('\n')
}

/** Keeps those rules in the page while the canvas is there; styles that load later are followed. */
export function useWidthRules(): void {
  useEffect(() => {
    const own = new CSSStyleSheet()
    const read = (): void => {
      // A sheet of another origin (an extension's, say) may not be read.
      own.replaceSync(containerRules([...document.styleSheets].filter(isReadable)))
    }
    read()
    document.adoptedStyleSheets = [...document.adoptedStyleSheets, own]
    const loaded = new MutationObserver(read)
    loaded.observe(document.head, { childList: true, subtree: true })
    document.head.addEventListener('load', read, { capture: true })
    return () => {
      loaded.disconnect()
      document.head.removeEventListener('load', read, { capture: true })
      document.adoptedStyleSheets = document.adoptedStyleSheets.filter((sheet) => sheet !== own)
    }
  }, [])
}

function isReadable(sheet: CSSStyleSheet): boolean {
  try {
    return sheet.cssRules.length > 0
  } catch (error) {
    if (error instanceof DOMException) return false
    throw error
  }
}
