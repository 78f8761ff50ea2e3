import { isJsonObject, type Json } from '#base/json.ts'
import type { ControlProps } from './control-props.ts'
import styles from './inspector.module.css'
import type { PropDescription } from './prop-kind.ts'
import { PropRow } from './prop-row.tsx'

/** The keys of an object below each other; one that is emptied is not there. */
export function ObjectControl({ props, ...given }: ControlProps & { props: readonly PropDescription[] }) {
  const { value, onChange, path, model } = given
  const object = isJsonObject(value) ? value : {}
  const set = (name: string, next: Json | undefined): void => {
    const { [name]: _replaced, ...rest } = object
    const changed = next === undefined ? rest : { ...rest, [name]: next }
    onChange(Object.keys(changed).length === 0 && !given.required ? undefined : changed)
  }
  const own = object['model']
  return (
    <div className={styles.inner}>
      {props.map((prop) => (
        <PropRow
          key={prop.name}
          prop={prop}
          path={`${path}.${prop.name}`}
          value={object[prop.name]}
          model={typeof own === 'string' ? own : model}
          onChange={(next) => set(prop.name, next)}
        />
      ))}
    </div>
  )
}
