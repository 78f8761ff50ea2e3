import type { KeyboardEvent } from 'react'
import type { Breakpoint } from '#contracts/layout.ts'
import { Icon } from '#ui/icon.tsx'
import { tooltip } from '#ui/tooltip.ts'
import { useTranslate } from '#ui/translate.ts'
import { widthOf } from '../canvas/stage-size.ts'
import { useEditor, useEditorStore } from '../state/editor-store.ts'
import styles from './top-bar.module.css'

const widths: readonly { value: Breakpoint | null; icon: string; label: string }[] = [
  { value: null, icon: 'layers', label: 'All widths' },
  { value: 'sm', icon: 'mobile', label: 'Phone' },
  { value: 'md', icon: 'tablet', label: 'Tablet' },
  { value: 'lg', icon: 'monitor', label: 'Laptop' },
  { value: 'xl', icon: 'panel', label: 'Wide screen' },
]

/** The width to see and to set values for; "All widths" is what the others share. */
export function BreakpointSwitch() {
  const store = useEditorStore()
  const breakpoint = useEditor((state) => state.breakpoint)
  const t = useTranslate()
  const move = (event: KeyboardEvent<HTMLElement>): void => {
    const by = { ArrowRight: 1, ArrowLeft: -1 }[event.key]
    if (!by) return
    event.preventDefault()
    const at = (widths.findIndex(({ value }) => value === breakpoint) + by + widths.length) % widths.length
    store.setState({ breakpoint: widths[at]?.value ?? null })
    const button = event.currentTarget.children[at]
    if (button instanceof HTMLElement) button.focus()
  }
  return (
    // The radios take the focus; the group only hears their arrows.
    // oxlint-disable-next-line jsx-a11y/interactive-supports-focus
    <div role="radiogroup" aria-label={t('Width')} className={styles.segments} onKeyDown={move}>
      {widths.map(({ value, icon, label }) => {
        const words = value
          ? t('{{name}}, {{width}} pixels', { name: t(label), width: widthOf[value] })
          : t(label)
        return (
          <button
            key={label}
            type="button"
            // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- a segment that holds an icon and a word
            role="radio"
            aria-checked={breakpoint === value}
            aria-label={words}
            {...tooltip(words)}
            tabIndex={breakpoint === value ? 0 : -1}
            className={styles.segment}
            onClick={() => store.setState({ breakpoint: value })}
          >
            <Icon name={icon} />
            {breakpoint === value && <span className={styles.segmentName}>{t(label)}</span>}
          </button>
        )
      })}
    </div>
  )
}
