import { Icon } from '#ui/icon.tsx'
import { IconButton } from '#ui/icon-button.tsx'
import { useTranslate } from '#ui/translate.ts'
import { childrenAt } from '../changes/place.ts'
import { select, useEditedLayout, useEditorStore } from '../state/editor-store.ts'
import { nodeHint, nodeTitle, slotTitle } from '../state/node-names.ts'
import { endOf, slotsOf } from '../state/places.ts'
import styles from './inspector.module.css'
import { Section } from './section.tsx'

/** What stands in a part, slot by slot: go to it, add to it. */
export function SlotsSection({ id }: { id: string }) {
  const store = useEditorStore()
  const layout = useEditedLayout()
  const t = useTranslate()
  const slots = slotsOf(store, layout, id)
  if (slots.length === 0) return null
  return (
    <Section title={t('Inside')} closed>
      {slots.map((slot) => {
        const title = t(slotTitle(store, layout, id, slot))
        return (
          <div key={slot} className={styles.slotRow}>
            <div className={styles.propHead}>
              <span className={styles.propName}>{title}</span>
              <IconButton
                size="compact"
                icon="plus"
                label={t('Add into {{slot}}', { slot: title })}
                onClick={() => store.setState({ place: endOf(layout, id, slot), panel: 'palette' })}
              />
            </div>
            {childrenAt(layout, { parent: id, slot }).map((child) => (
              <button
                key={child}
                type="button"
                className={styles.itemName}
                onClick={() => select(store, child)}
              >
                <Icon name={store.components[layout.nodes[child]?.component ?? '']?.icon ?? 'square'} />
                <span>
                  {t(nodeTitle(store, layout, child))}{' '}
                  <span className={styles.hint}>{nodeHint(layout, child)}</span>
                </span>
              </button>
            ))}
          </div>
        )
      })}
    </Section>
  )
}
