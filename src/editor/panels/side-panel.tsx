import { Icon } from '#ui/icon.tsx'
import { tooltip } from '#ui/tooltip.ts'
import { useTranslate } from '#ui/translate.ts'
import { useEditor, useEditorStore, type EditorState } from '../state/editor-store.ts'
import { Outline } from './outline.tsx'
import { Palette } from './palette.tsx'
import { ScreenPanel } from './screen-panel.tsx'
import styles from './side-panel.module.css'

type PanelName = NonNullable<EditorState['panel']>

const panels: Record<PanelName, { icon: string; label: string; Panel: () => React.ReactNode }> = {
  palette: { icon: 'plus', label: 'Add', Panel: Palette },
  outline: { icon: 'layers', label: 'Outline', Panel: Outline },
  screen: { icon: 'settings', label: 'Screen', Panel: ScreenPanel },
}

/** The rail at the left and the panel it opens: parts to add, the outline, what belongs to the whole screen. */
export function SidePanel() {
  const store = useEditorStore()
  const open = useEditor((state) => state.panel)
  const t = useTranslate()
  const shown = open && panels[open]
  return (
    <div className={styles.side}>
      <nav className={styles.rail} aria-label={t('Panels')}>
        {(Object.keys(panels) as PanelName[]).map((name) => {
          const { icon, label } = panels[name]
          return (
            <button
              key={name}
              type="button"
              aria-pressed={open === name}
              className={styles.choice}
              {...tooltip(open === name ? t('Hide') : undefined)}
              onClick={() => store.setState({ panel: open === name ? null : name })}
            >
              <Icon name={icon} size={20} />
              {t(label)}
            </button>
          )
        })}
      </nav>
      {shown && (
        <section className={styles.panel} aria-label={t(shown.label)} data-drag-scroller>
          <shown.Panel />
        </section>
      )}
    </div>
  )
}
