import { EmptyState } from '#ui/empty-state.tsx'
import { useTranslate } from '#ui/translate.ts'
import { StoredSchema } from '../schema-designer/stored-schema.tsx'
import type { ViewProps } from '../view-props.ts'
import type { fieldOrder } from './field-order.definition.ts'
import { OrderEditor } from './order-editor.tsx'
import { OrderSkeleton } from './order-skeleton.tsx'

/** In which order lists, records and forms show the fields of a model, and which of them. */
export function FieldOrder({
  props: { model_id: id },
  pending,
  slots,
  emit,
  expose,
}: ViewProps<typeof fieldOrder>) {
  const t = useTranslate()
  if (pending) return <OrderSkeleton />
  if (!id) return slots['empty'] ?? <EmptyState compact icon="list" title={t('Choose a model')} />
  return (
    <StoredSchema kind="model" id={id} skeleton={<OrderSkeleton />}>
      {(stored, refetch) =>
        stored.kind === 'model' && (
          <OrderEditor
            key={id}
            model={stored.model}
            onSaved={() => (refetch(), void emit('saved'))}
            onDirty={(dirty) => expose('dirty', dirty)}
          />
        )
      }
    </StoredSchema>
  )
}
