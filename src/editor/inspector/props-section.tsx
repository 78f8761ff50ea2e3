import type { Json } from '#base/json.ts'
import type { ComponentDescription } from '#contracts/component.ts'
import type { LayoutNode } from '#contracts/layout.ts'
import { wholeSchema } from '#engine/bindings/prop-schema.ts'
import { IconButton } from '#ui/icon-button.tsx'
import { useTranslate } from '#ui/translate.ts'
import { setOverride, setProp } from '../changes/set-prop.ts'
import { edit, layoutOf, useEditor, useEditorStore } from '../state/editor-store.ts'
import styles from './inspector.module.css'
import { propsOf, type PropDescription } from './prop-kind.ts'
import { PropRow } from './prop-row.tsx'
import { Section } from './section.tsx'

interface PropsSectionProps {
  id: string
  node: LayoutNode
  component: ComponentDescription
}

/** The props of a part; while a width is chosen they are set for that width only. */
export function PropsSection({ id, node, component }: PropsSectionProps) {
  const t = useTranslate()
  const props = propsOf(wholeSchema(component.props))
  const breakpoint = useEditor((state) => state.breakpoint)
  if (props.length === 0) return null
  // What is needed, and what is set, before what has its usual value.
  const isMain = (prop: PropDescription): boolean => prop.required || prop.name in node.props
  const [main, more] = [props.filter(isMain), props.filter((prop) => !isMain(prop))]
  const few = main.length === 0 || props.length <= 6
  return (
    <>
      <Section title={breakpoint ? t('Properties at this width') : t('Properties')}>
        {(few ? props : main).map((prop) => (
          <NodeProp key={prop.name} id={id} node={node} prop={prop} />
        ))}
      </Section>
      {!few && more.length > 0 && (
        <Section title={t('More properties')} closed>
          {more.map((prop) => (
            <NodeProp key={prop.name} id={id} node={node} prop={prop} />
          ))}
        </Section>
      )}
    </>
  )
}

function NodeProp({ id, node, prop }: { id: string; node: LayoutNode; prop: PropDescription }) {
  const store = useEditorStore()
  const t = useTranslate()
  const breakpoint = useEditor((state) => state.breakpoint)
  const override = breakpoint ? node.overrides?.[breakpoint] : undefined
  const isOverridden = override !== undefined && Object.hasOwn(override, prop.name)
  const value = isOverridden ? override[prop.name] : node.props[prop.name]
  const { model } = { ...node.props, ...override }
  const set = (next: Json | undefined): void => {
    const layout = layoutOf(store)
    const change = breakpoint
      ? setOverride(layout, id, breakpoint, prop.name, next)
      : setProp(layout, id, prop.name, next)
    edit(store, change, t('Set {{name}}', { name: t(prop.label) }), {
      mergeKey: `${id} ${breakpoint} ${prop.name}`,
    })
  }
  return (
    <PropRow
      prop={prop}
      path={`props.${prop.name}`}
      value={value}
      onChange={set}
      model={typeof model === 'string' ? model : null}
      mark={
        isOverridden && (
          <IconButton
            size="compact"
            icon="undo"
            className={styles.overridden ?? ''}
            label={t('{{name}}: as at every width', { name: t(prop.label) })}
            onClick={() => set(undefined)}
          />
        )
      }
    />
  )
}
