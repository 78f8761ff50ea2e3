import { expect, it, vi } from 'vitest'
import { toast } from '#ui/toasts/toast.ts'
import { ApiError } from './api-error.ts'
import { reportFailure } from './report-failure.ts'

it('says every reason once, three at most', () => {
  const said = vi.spyOn(toast, 'error').mockReturnValue('1')
  const details = ['One.', 'Two.', 'One.', 'Three.', 'Four.'].map((message) => ({
    path: 'x',
    code: 'x',
    message,
  }))
  reportFailure(new ApiError(422, 'invalid', 'Some values are not valid.', { details }))
  expect(said).toHaveBeenCalledWith('Some values are not valid.', { description: 'One. Two. Three.' })
})
