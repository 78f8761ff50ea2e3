import type { ComboOption } from '#ui/combobox.tsx'

/**
 * The options of the platform's own list, which has one text each: what is called the same is told apart by its details.
 * @example toldApart([{ value: '1', label: 'Tower', detail: 'v1' }, { value: '2', label: 'Tower', detail: 'v2' }])[0].label // 'Tower · v1'
 */
export const toldApart = (options: readonly ComboOption[]): ComboOption[] =>
  options.map((option) =>
    option.detail && options.some((other) => other !== option && other.label === option.label)
      ? { ...option, label: `${option.label} · ${option.detail}` }
      : option,
  )
