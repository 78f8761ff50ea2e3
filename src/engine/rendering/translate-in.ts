import type { Translate } from '#ui/translate.ts'
import type { LayoutDocument } from './layout-document.ts'

/**
 * Translates the words of a node (`''`: of the screen) that the product wrote. What the workspace wrote stays as it is, also
 * where the product means something by the same word: a column “Open” is no button.
 */
export function translateIn(
  { productWords }: Pick<LayoutDocument, 'productWords'>,
  node: string,
  t: Translate,
): Translate {
  if (!productWords) return t
  const words = Object.hasOwn(productWords, node) ? productWords[node] : undefined
  return (text, values) => (words?.includes(text) ? t(text, values) : text)
}
