import { useMemo } from 'react'
import { layoutNames } from '#expressions/layout-names.ts'
import { useTranslate } from '#ui/translate.ts'
import { useEditedLayout, useEditor, useEditorStore } from '../state/editor-store.ts'
import { ConditionsSection } from './conditions-section.tsx'
import { NamesContext, RootContext, ValueControlContext } from './control-props.ts'
import { EventsSection } from './events-section.tsx'
import styles from './inspector.module.css'
import { NodeHead } from './node-head.tsx'
import { PropsSection } from './props-section.tsx'
import { SlotsSection } from './slots-section.tsx'
import { ValueControl } from './value-control.tsx'

/** Everything about the chosen part, generated from its component's definition. */
export function Inspector() {
  const store = useEditorStore()
  const layout = useEditedLayout()
  const selected = useEditor((state) => state.selected)
  const t = useTranslate()
  const node = layout.nodes[selected]
  const component = store.components[node?.component ?? '']
  const names = useMemo(() => layoutNames(layout)(`nodes.${selected}.props`), [layout, selected])
  if (!node) return null
  return (
    <ValueControlContext value={ValueControl}>
      <NamesContext value={names}>
        <RootContext value={`nodes.${selected}`}>
          <div className={styles.inspector} key={selected}>
            <NodeHead id={selected} node={node} component={component} />
            {component ? (
              <>
                <PropsSection id={selected} node={node} component={component} />
                <ConditionsSection id={selected} node={node} />
                <EventsSection id={selected} node={node} component={component} />
                <SlotsSection id={selected} />
              </>
            ) : (
              <p className={styles.nothing}>
                {t('There is no component “{{type}}”. Remove it, or ask for an update.', {
                  type: node.component,
                })}
              </p>
            )}
          </div>
        </RootContext>
      </NamesContext>
    </ValueControlContext>
  )
}
