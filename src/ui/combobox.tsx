import { lazy, Suspense, useId, useRef, useState, type KeyboardEvent } from 'react'
import { classes } from './classes.ts'
import { ComboboxList } from './combobox-list.tsx'
import styles from './combobox.module.css'
import control from './control.module.css'
import { Field, splitField, type FieldProps } from './field.tsx'
import { Icon } from './icon.tsx'
import { IconButton } from './icon-button.tsx'
import { useTranslate } from './translate.ts'
import { useOptions, type ComboOption } from './use-options.ts'

export type { ComboOption } from './use-options.ts'

interface ComboboxProps extends FieldProps {
  /** The chosen option's value; `''` for none. */
  value: string
  onChange: (value: string, option: ComboOption | null) => void
  /** All options, filtered here by what is typed. */
  options?: readonly ComboOption[]
  /** Or asks for the options that fit; called 150 ms after the last key, with `''` for the first ones. */
  search?: (query: string) => Promise<readonly ComboOption[]>
  /** The words for `value` while its option has not been fetched. */
  valueLabel?: string
  /** Offers to make what was typed: "Create “Roof”". */
  onCreate?: (text: string) => void
  placeholder?: string
  /** Offers a cross that takes the choice back; not when required. */
  clearable?: boolean
  compact?: boolean
}

const PopoverSurface = lazy(() =>
  import('./popover-surface.tsx').then((module) => ({ default: module.PopoverSurface })),
)

/** One of many, found by typing. Arrow keys choose, Enter takes, Escape leaves it as it was. */
export function Combobox(props: ComboboxProps) {
  const [frame, own] = splitField(props)
  const {
    value,
    onChange,
    options,
    search,
    valueLabel,
    onCreate,
    placeholder,
    clearable = true,
    compact,
  } = own
  const t = useTranslate()
  const listId = useId()
  const box = useRef<HTMLDivElement>(null)
  const input = useRef<HTMLInputElement>(null)
  const [open, setOpen] = useState(false)
  // What is being typed; null shows the choice.
  const [query, setQuery] = useState<string | null>(null)
  const [active, setActive] = useState(0)
  // Enter came before the answer to what was typed: its first option is taken once it is there.
  const takesFirst = useRef(false)
  const found = useOptions({
    open,
    query: query ?? '',
    options,
    search,
    onAnswer: ([first]) => {
      if (takesFirst.current && first) takeOption(first)
      takesFirst.current = false
    },
  })
  const chosen = (options ?? found.options).find((option) => option.value === value)
  const [kept, setKept] = useState<ComboOption | null>(null)
  const shownLabel =
    value === '' ? '' : (chosen?.label ?? (kept?.value === value ? kept.label : (valueLabel ?? value)))
  const canCreate = Boolean(onCreate && query?.trim() && !found.options.some((o) => o.label === query.trim()))
  const count = found.options.length + (canCreate ? 1 : 0)
  const locked = Boolean(frame.disabled || frame.readOnly)

  const close = (): void => {
    setOpen(false)
    setQuery(null)
    takesFirst.current = false
  }
  const show = (): void => {
    if (open || locked) return
    setOpen(true)
    const at = options?.findIndex((option) => option.value === value) ?? 0
    setActive(Math.max(0, at))
  }
  const takeOption = (option: ComboOption): void => {
    if (option.disabled) return
    setKept(option)
    onChange(option.value, option)
    close()
  }
  const take = (at: number): void => {
    const option = found.options[at]
    if (option) takeOption(option)
    else {
      if (canCreate && query) onCreate?.(query.trim())
      close()
    }
  }
  const key = (event: KeyboardEvent): void => {
    const step = { ArrowDown: 1, ArrowUp: -1, PageDown: 8, PageUp: -8 }[event.key]
    if (step !== undefined) {
      event.preventDefault()
      if (!open) show()
      else if (count > 0) {
        const next = active + step
        setActive(Math.abs(step) === 1 ? (next + count) % count : Math.min(count - 1, Math.max(0, next)))
      }
    } else if (event.key === 'Enter' && open) {
      event.preventDefault()
      // The options still shown answer an older question.
      if (found.state === 'searching') takesFirst.current = true
      else take(active)
    } else if (event.key === 'Escape' && open) {
      // Only the list closes, not the dialog the field stands in.
      event.stopPropagation()
      close()
    } else if (event.key === 'Tab') close()
  }

  return (
    <Field {...frame}>
      {(carried) => (
        <div ref={box} className={classes(control.box, compact && control.compact)}>
          <input
            {...carried}
            ref={input}
            type="text"
            role="combobox"
            autoComplete="off"
            spellCheck={false}
            aria-expanded={open}
            aria-controls={listId}
            aria-autocomplete="list"
            aria-activedescendant={open && count > 0 ? `${listId}-${active}` : undefined}
            placeholder={placeholder}
            value={query ?? shownLabel}
            className={control.input}
            onClick={show}
            onFocus={(event) => event.target.select()}
            onBlur={(event) => {
              const inside =
                event.relatedTarget instanceof Element && event.relatedTarget.closest(`[id="${listId}"]`)
              if (!inside) close()
            }}
            onChange={(event) => {
              setQuery(event.target.value)
              setActive(0)
              takesFirst.current = false
              if (!locked) setOpen(true)
            }}
            onKeyDown={key}
          />
          {value !== '' && clearable && !frame.required && !locked && (
            <IconButton
              icon="x"
              size="compact"
              label={t('Clear')}
              tabIndex={-1}
              className={styles.clear}
              onClick={() => {
                onChange('', null)
                setQuery(null)
                input.current?.focus()
              }}
            />
          )}
          <Icon name="chevron-down" className={styles.arrow} />
          {open && (
            <Suspense>
              <PopoverSurface
                open
                onOpenChange={(next) => next || close()}
                label={frame.label}
                anchor={box}
                align="start"
                side="bottom"
                flush
                fit
                keepFocus
              >
                <ComboboxList
                  id={listId}
                  label={frame.label}
                  found={found}
                  value={value}
                  active={active}
                  create={canCreate ? (query?.trim() ?? null) : null}
                  onPoint={setActive}
                  onTake={take}
                />
              </PopoverSurface>
            </Suspense>
          )}
        </div>
      )}
    </Field>
  )
}
