import { useMemo } from 'react'
import type { Json } from '#base/json.ts'
import { layoutNames } from '#expressions/layout-names.ts'
import { useTranslate } from '#ui/translate.ts'
import { setDocument } from '../changes/set-behaviour.ts'
import { anyPlace, textPlace } from '../inspector/any-place.ts'
import { NamesContext, ValueControlContext } from '../inspector/control-props.ts'
import { MapControl } from '../inspector/map-control.tsx'
import { PropRow } from '../inspector/prop-row.tsx'
import { Section } from '../inspector/section.tsx'
import { ValueControl } from '../inspector/value-control.tsx'
import { edit, layoutOf, useEditedLayout, useEditorStore } from '../state/editor-store.ts'
import { ParamsSection } from './params-section.tsx'
import styles from './screen-panel.module.css'
import { SourcesSection } from './sources-section.tsx'

/** What belongs to the whole screen: its title, what it takes from its address, the data it asks, what it remembers. */
export function ScreenPanel() {
  const store = useEditorStore()
  const layout = useEditedLayout()
  const t = useTranslate()
  const names = useMemo(() => layoutNames(layout)(''), [layout])
  const setTitle = (title: Json | undefined): void =>
    edit(store, setDocument(layoutOf(store), 'title', title ?? ''), t('Set {{name}}', { name: t('Title') }), {
      mergeKey: 'title',
    })
  const setState = (state: Json | undefined): void =>
    edit(store, setDocument(layoutOf(store), 'state', state ?? {}), t('Set {{name}}', { name: t('State') }), {
      mergeKey: 'state',
    })
  return (
    <ValueControlContext value={ValueControl}>
      <NamesContext value={names}>
        <div className={styles.panel}>
          <div className={styles.title}>
            <PropRow
              prop={{
                name: 'title',
                label: 'Title',
                help: null,
                required: true,
                fallback: undefined,
                place: textPlace,
              }}
              path="title"
              value={layout.title}
              model={null}
              onChange={setTitle}
            />
            <code className={styles.key}>{layout.key}</code>
          </div>
          <Section title={t('From the address')} closed={Object.keys(layout.params).length === 0}>
            <ParamsSection />
          </Section>
          <Section title={t('Data')}>
            <SourcesSection />
          </Section>
          <Section title={t('Remembered values')} closed={Object.keys(layout.state).length === 0}>
            <MapControl
              label={t('Remembered values')}
              place={anyPlace}
              inner={anyPlace}
              path="state"
              value={layout.state}
              model={null}
              onChange={setState}
            />
          </Section>
        </div>
      </NamesContext>
    </ValueControlContext>
  )
}
