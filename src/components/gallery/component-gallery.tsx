import { useState } from 'react'
import { componentGroups, type ComponentDefinition } from '#contracts/component.ts'
import { createQueryClient } from '#engine/data/query-client.ts'
import { EngineProvider } from '#engine/engine-provider.tsx'
import { Screen } from '#engine/rendering/screen.tsx'
import { Icon } from '#ui/icon.tsx'
import { useTranslate } from '#ui/translate.ts'
import { componentDefinitions } from '../definitions.ts'
import { componentViews } from '../views.ts'
import styles from './component-gallery.module.css'
import { createSampleApi } from './sample/sample-server.ts'
import { sampleSession } from './sample/sample-session.ts'
import { sampleDocument } from './sample-layout.ts'
import { SampleProps } from './sample-props.tsx'

const groupTitles = {
  layout: 'Layout',
  text: 'Text',
  data: 'Data',
  input: 'Input',
  action: 'Ways and actions',
  media: 'Pictures and files',
  design: 'Design',
} as const satisfies Record<(typeof componentGroups)[number], string>

/** Every component with sample data, drawn by the engine as on any screen. Nothing here leaves the page. */
export function ComponentGallery() {
  const t = useTranslate()
  const [engine] = useState(() => ({ api: createSampleApi(), client: createQueryClient() }))
  const all: readonly ComponentDefinition[] = componentDefinitions
  const groups = componentGroups.map((group) => ({
    group,
    members: all.filter((definition) => definition.group === group),
  }))
  return (
    <EngineProvider
      views={componentViews}
      api={engine.api}
      session={sampleSession}
      queryClient={engine.client}
    >
      <div className={styles.gallery}>
        <nav className={styles.index} aria-label={t('Components')}>
          {groups.map(({ group, members }) => (
            <div key={group}>
              <h2 className={styles.indexTitle}>{t(groupTitles[group])}</h2>
              <ul className={styles.indexList}>
                {members.map(({ type, title }) => (
                  <li key={type}>
                    <a href={`#${type}`} className={styles.indexLink}>
                      {t(title)}
                    </a>
                  </li>
                ))}
              </ul>
            </div>
          ))}
        </nav>
        <div className={styles.parts}>
          <header>
            <h1 className={styles.title}>{t('The parts')}</h1>
            <p className={styles.lead}>
              {t(
                '{{count}} components make every screen of Formwork. The data shown here is made up; what you change is gone when you leave.',
                { count: all.length },
              )}
            </p>
          </header>
          {groups.flatMap(({ members }) =>
            members.map((definition) => <Part key={definition.type} definition={definition} />),
          )}
        </div>
      </div>
    </EngineProvider>
  )
}

function Part({ definition }: { definition: ComponentDefinition }) {
  const t = useTranslate()
  const [document] = useState(() => sampleDocument(definition))
  return (
    <article
      id={definition.type}
      className={styles.part}
      aria-labelledby={`${definition.type}-title`}
      data-component={definition.type}
    >
      <header className={styles.head}>
        <Icon name={definition.icon} size={20} className={styles.icon} />
        <h2 id={`${definition.type}-title`} className={styles.name}>
          {t(definition.title)}
        </h2>
        <code className={styles.type}>{definition.type}</code>
      </header>
      <p className={styles.description}>{t(definition.description)}</p>
      <div className={styles.sample}>
        <Screen document={document} />
      </div>
      <SampleProps definition={definition} />
    </article>
  )
}
