import { canonicalJson, type Json } from '#base/json.ts'
import type { FieldDescription } from '#contracts/model-description.ts'
import type { MenuEntry } from '#ui/menu.tsx'
import type { Translate } from '#ui/translate.ts'
import type { ElementKey } from './element-keys.ts'
import type { Chosen } from './use-chosen.ts'
import type { Elements } from './use-elements.ts'

interface ChooseInput {
  t: Translate
  elements: Elements
  chosen: Chosen
  selected: ElementKey | null
  hidden: ReadonlySet<ElementKey>
  /** Those that stand out; null while all do. */
  only: ReadonlySet<ElementKey> | null
  drawsBox: boolean
  onBox: (draws: boolean) => void
  run: (work: Promise<void>) => void
}

/** The ways to choose several elements at once: a box, all that are like the chosen one, all that stand out. */
export function chooseEntries(input: ChooseInput): MenuEntry[] {
  const { t, elements, chosen, selected, hidden, only, run } = input
  const alike = elements.colours.map((field): MenuEntry => ({
    label: t('All with the same “{{field}}”', { field: field.label }),
    disabled: selected === null || !elements.rows.has(selected),
    onSelect: () => run(chosen.add(alikeIn(elements, selected, field, hidden))),
  }))
  return [
    { kind: 'check', label: t('Draw a box'), checked: input.drawsBox, onChange: input.onBox },
    { kind: 'separator' },
    ...alike,
    {
      label: t('All that stand out'),
      disabled: only === null,
      onSelect: () => run(chosen.add([...(only ?? [])].filter((key) => !hidden.has(key)))),
    },
    { kind: 'separator' },
    { label: t('Choose none'), disabled: chosen.keys.size === 0, onSelect: () => run(chosen.set([])) },
  ]
}

/** All elements that agree with one in a field. */
export function alikeIn(
  { rows }: Pick<Elements, 'rows'>,
  key: ElementKey | null,
  { key: field }: Pick<FieldDescription, 'key'>,
  hidden: ReadonlySet<ElementKey>,
): ElementKey[] {
  const one = key && rows.get(key)
  if (!one) return []
  const textOf = (value: unknown): string => canonicalJson((value ?? null) as Json)
  const wanted = textOf(one[field])
  return [...rows].flatMap(([at, row]) => (!hidden.has(at) && textOf(row[field]) === wanted ? [at] : []))
}
