import { must } from '#base/assert.ts'
import { isPropertySplit, isSplitKey, type Split } from '#contracts/takeoff.ts'
import { addFixed, parseFixed, plainText, type Fixed } from './fixed.ts'
import { propertyOf, splitValue } from './split-value.ts'
import type { TakeoffElement, TakeoffItem, TakeoffRule } from './takeoff-rule.ts'

/** What the lines of a rule are called and where they stand; `{type_name}` is replaced by what the elements have there. */
export interface LineTemplate {
  title: string | null
  /** Sections from the top down with slashes between. */
  section: string | null
}

// In place of what an element does not have.
const nothing = '–'

/** The words of a template with what an element has in place of the names in braces. */
export const fillTemplate = (template: string, element: TakeoffElement): string =>
  template.replaceAll(/\{([^{}]+)\}/g, (whole, key: string) =>
    isSplitKey(key) || isPropertySplit(key) ? (splitValue(element, key) ?? nothing) : whole,
  )

/** The title and section of the line an element is counted in. */
export function wordsOfLine(
  { name, splitBy }: TakeoffRule,
  { title, section }: LineTemplate,
  element: TakeoffElement,
): { title: string; section: string | null } {
  const parts = splitBy.flatMap((key) => partOf(element, key))
  return {
    title: title === null ? [name, ...parts].join(', ') : fillTemplate(title, element),
    section: section === null ? null : fillTemplate(section, element),
  }
}

/** Elements without a property or classification say so: their line is another than that of the whole rule. */
function partOf(element: TakeoffElement, key: Split): string[] {
  const value = splitValue(element, key)
  if (isPropertySplit(key)) return [`${propertyOf(element, key).name}: ${value ?? nothing}`]
  return value === null && key !== 'classification' ? [] : [value ?? nothing]
}

/** What a group of elements comes to. */
export interface TakeoffGroup {
  key: string
  rule: string
  /** Decimal text without trailing zeros; the sum of its items. */
  quantity: string
  elements: number
}

/**
 * Items summed up by group, in their order. Items that were not counted make no group.
 * @example groupItems(items).map(({ quantity }) => quantity) // ['128.4', '96']
 */
export function groupItems(
  items: readonly Pick<TakeoffItem, 'rule' | 'group' | 'quantity'>[],
): TakeoffGroup[] {
  const groups = new Map<string, { rule: string; sum: Fixed; elements: number }>()
  for (const { group, rule, quantity } of items) {
    if (quantity === null) continue
    const before = groups.get(group)
    const sum = before ? addFixed(before.sum, parseFixed(quantity)) : parseFixed(quantity)
    groups.set(group, { rule, sum, elements: (before?.elements ?? 0) + 1 })
  }
  return [...groups.keys()].map((key) => {
    const { rule, sum, elements } = must(groups.get(key))
    return { key, rule, quantity: plainText(sum), elements }
  })
}
