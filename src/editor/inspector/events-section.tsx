import { useMemo } from 'react'
import type { Action } from '#contracts/action.ts'
import type { ComponentDescription } from '#contracts/component.ts'
import type { LayoutNode } from '#contracts/layout.ts'
import { layoutNames } from '#expressions/layout-names.ts'
import { useTranslate } from '#ui/translate.ts'
import { setAction } from '../changes/set-behaviour.ts'
import { edit, layoutOf, useEditedLayout, useEditorStore } from '../state/editor-store.ts'
import { NamesContext } from './control-props.ts'
import styles from './inspector.module.css'
import { Section } from './section.tsx'
import { StepsControl } from './steps-control.tsx'

interface EventsSectionProps {
  id: string
  node: LayoutNode
  component: ComponentDescription
}

/** What happens when a part reports something: steps, one after the other. */
export function EventsSection({ id, node, component }: EventsSectionProps) {
  const store = useEditorStore()
  const layout = useEditedLayout()
  const t = useTranslate()
  const names = useMemo(() => layoutNames(layout)(`nodes.${id}.on`), [layout, id])
  const events = Object.entries(component.events)
  if (events.length === 0) return null
  const set = (event: string, title: string, action: Action): void =>
    edit(store, setAction(layoutOf(store), id, event, action), t('Set {{name}}', { name: t(title) }), {
      mergeKey: `${id} on ${event}`,
    })
  return (
    <Section title={t('What happens')} closed={!node.on}>
      <NamesContext value={names}>
        {events.map(([event, { title }]) => (
          <div key={event} className={styles.event}>
            <h3 className={styles.eventName}>{t(title)}</h3>
            <StepsControl
              path={`on.${event}`}
              label={t(title)}
              steps={node.on?.[event] ?? []}
              onChange={(steps) => set(event, title, steps)}
            />
          </div>
        ))}
      </NamesContext>
    </Section>
  )
}
