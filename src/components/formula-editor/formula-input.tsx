import { useId, useLayoutEffect, useRef, useState, type KeyboardEvent } from 'react'
import { classes } from '#ui/classes.ts'
import type { FormulaFunction } from '#expressions/formulas/function-types.ts'
import { Field, type FieldProps } from '#ui/field.tsx'
import { useTranslate } from '#ui/translate.ts'
import type { FormulaName } from './formula-names.ts'
import styles from './formula-editor.module.css'
import { SuggestionList } from './suggestion-list.tsx'
import { callAt, isWhole, pieces, suggestions, withSuggestion, type Suggestion } from './suggest.ts'

interface FormulaInputProps extends FieldProps {
  value: string
  onChange: (text: string) => void
  names: readonly FormulaName[]
  /** The functions that are offered; all of a formula over records when absent. */
  functions?: readonly FormulaFunction[]
  /** Where in the text something is wrong. */
  wrongAt?: number | null
  placeholder?: string
}

/**
 * A formula with completion: what fits is listed while it is written, arrow keys choose, Enter or Tab takes, Escape
 * closes, Ctrl-Space lists everything. The text is coloured, and the piece that is wrong is underlined.
 */
export function FormulaInput({
  value,
  onChange,
  names,
  functions,
  wrongAt = null,
  placeholder,
  ...frame
}: FormulaInputProps) {
  const t = useTranslate()
  const listId = useId()
  const area = useRef<HTMLTextAreaElement>(null)
  const taken = useRef<{ text: string; caret: number } | null>(null)
  const [caret, setCaret] = useState(value.length)
  const [open, setOpen] = useState<'no' | 'word' | 'all'>('no')
  const [active, setActive] = useState(0)
  const offered =
    open === 'no'
      ? []
      : suggestions(value, caret, names, {
          all: open === 'all',
          functions,
          translate: t,
        })
  const shown = offered.length > 0
  const call = callAt(value, caret)
  const known = new Set(names.map(({ name }) => name))

  const take = (chosen: Suggestion | undefined): void => {
    if (!chosen) return
    const next = withSuggestion(value, caret, chosen)
    taken.current = next
    onChange(next.text)
    setOpen('no')
    setCaret(next.caret)
    area.current?.focus()
  }
  // With the drawing that puts the new text in, and before the next key: what is typed then belongs after the caret.
  useLayoutEffect(() => {
    const next = taken.current
    if (next?.text !== value) return
    taken.current = null
    area.current?.setSelectionRange(next.caret, next.caret)
  })
  const key = (event: KeyboardEvent): void => {
    if (event.key === ' ' && event.ctrlKey) {
      event.preventDefault()
      setActive(0)
      setOpen('all')
      return
    }
    if (!shown) return
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (step !== undefined)
      setActive((Math.max(active, step === 1 ? -1 : 0) + step + offered.length) % offered.length)
    else if (active < 0 && event.key !== 'Escape') return
    else if (event.key === 'Enter' || (event.key === 'Tab' && !event.shiftKey)) take(offered[active])
    else if (event.key === 'Escape') setOpen('no')
    else return
    event.preventDefault()
    // Escape closes the list, not the dialog around it.
    event.stopPropagation()
  }
  return (
    <Field {...frame}>
      {(carried) => (
        <div className={styles.frame}>
          <div className={classes(styles.box, frame.error !== undefined && styles.bad)}>
            <pre aria-hidden="true" className={styles.mirror}>
              {pieces(value, known, wrongAt).map(({ text, kind, wrong }, at) => (
                // oxlint-disable-next-line react/no-array-index-key -- pieces have no other name
                <span key={at} className={classes(styles[kind], wrong && styles.wrong)}>
                  {text}
                </span>
              ))}{' '}
            </pre>
            <textarea
              {...carried}
              ref={area}
              rows={2}
              maxLength={4000}
              spellCheck={false}
              autoComplete="off"
              autoCapitalize="off"
              placeholder={placeholder}
              value={value}
              className={styles.area}
              aria-autocomplete="list"
              aria-haspopup="listbox"
              aria-controls={shown ? listId : undefined}
              aria-activedescendant={shown && active >= 0 ? `${listId}-${active}` : undefined}
              onChange={({ target: { value: next, selectionStart } }) => {
                onChange(next)
                setCaret(selectionStart)
                setActive(isWhole(next, selectionStart, known) ? -1 : 0)
                setOpen('word')
              }}
              onSelect={(event) => setCaret(event.currentTarget.selectionStart)}
              onBlur={() => setOpen('no')}
              onKeyDown={key}
            />
          </div>
          {shown && (
            <SuggestionList
              id={listId}
              label={t('Suggestions')}
              offered={offered}
              active={active}
              onPoint={setActive}
              onTake={(at) => take(offered[at])}
            />
          )}
          {!shown && call && (
            <p className={styles.signature}>
              <code>
                {call.name}(
                {call.help.values.map((name, at) => (
                  <span key={`${name} ${at}`}>
                    {at > 0 && ', '}
                    <span className={at === call.value ? styles.current : undefined}>
                      {/^\p{L}/u.test(name) ? t(name) : name}
                    </span>
                  </span>
                ))}
                )
              </code>{' '}
              {t(call.help.gives)}
            </p>
          )}
        </div>
      )}
    </Field>
  )
}
