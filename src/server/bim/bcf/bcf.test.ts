import { strFromU8, strToU8, unzipSync, zipSync } from 'fflate'
import { describe, expect, it } from 'vitest'
import { bcfVersions, type BcfTopic } from './bcf-topic.ts'
import { readBcf } from './read-bcf.ts'
import { writeBcf } from './write-bcf.ts'

const topic: BcfTopic = {
  guid: '0199f0c2-1111-7111-8111-111111111111',
  title: 'Window & lintel <new>',
  description: 'Line one\nline "two"',
  type: 'Clash',
  status: 'In Progress',
  priority: 'Major',
  index: 7,
  labels: ['Structure', 'Windows, south'],
  author: 'ada@nordbau.test',
  createdAt: '2026-04-20T16:30:00Z',
  modifiedAt: '2026-04-21T08:00:00Z',
  dueOn: '2026-05-04',
  assignedTo: 'ben@nordbau.test',
  comments: [
    {
      guid: '0199f0c2-2222-7222-8222-222222222222',
      author: 'ben@nordbau.test',
      writtenAt: '2026-04-21T08:00:00Z',
      text: 'Too low by < 4 cm\nsee plan',
      onView: true,
    },
    {
      guid: '0199f0c2-2222-7222-8222-222222222223',
      author: 'ada@nordbau.test',
      writtenAt: '2026-04-22T08:00:00Z',
      text: 'Agreed',
      onView: false,
    },
  ],
  snapshot: { bytes: new Uint8Array([137, 80, 78, 71]), ending: 'png' },
  view: {
    perspective_camera: {
      camera_view_point: { x: 1.5, y: -2, z: 3 },
      camera_direction: { x: 0, y: 1, z: 0 },
      camera_up_vector: { x: 0, y: 0, z: 1 },
      field_of_view: 45,
    },
    clipping_planes: [
      { location: { x: 0, y: 0, z: 2.5 }, direction: { x: 0, y: 0, z: 1 } },
      { location: { x: 4, y: 0, z: 0 }, direction: { x: 1, y: 0, z: 0 } },
      { location: { x: 0, y: -1.25, z: 0 }, direction: { x: 0, y: -1, z: 0 } },
    ],
    components: {
      selection: [{ ifc_guid: '3YbB$4WulBbv2Rzz2SZObY' }],
      visibility: { default_visibility: false, exceptions: [{ ifc_guid: '0aaaaaaaaaaaaaaaaaaaaa' }] },
    },
  },
}
const code = (run: () => unknown): unknown => {
  try {
    return run()
  } catch (error) {
    return (error as { details?: { code: string }[] }).details?.[0]?.code
  }
}

describe('BCF', () => {
  it.each(bcfVersions)('%s: what is written is read again', (version) => {
    const bytes = writeBcf(
      [topic, { ...topic, guid: topic.guid.replace(/1$/, '2'), view: null, snapshot: null }],
      version,
    )
    const { topics, picturesLeftOut } = readBcf(bytes)
    const [first, second] = topics
    expect(picturesLeftOut).toBe(0)
    expect(first).toEqual(topic)
    expect(second).toMatchObject({ title: topic.title, view: null, snapshot: null })
    expect(strFromU8(unzipSync(bytes)['bcf.version'] ?? new Uint8Array())).toContain(`VersionId="${version}"`)
  })

  it('[IM-05] reads what other programs leave out, and never follows a name out of the file', () => {
    const markup = `\ufeff<?xml version="1.0"?><Markup xmlns:a="b"><Header/><Topic Guid="none"><Title><![CDATA[A <b>]]></Title></Topic>
      <Viewpoints Guid="x"><Viewpoint>../../etc/passwd.bcfv</Viewpoint></Viewpoints></Markup>`
    const bytes = zipSync({ 'x/markup.bcf': strToU8(markup), 'x/snapshot.png': new Uint8Array(9) })
    const [read] = readBcf(bytes).topics
    expect(read).toMatchObject({
      title: 'A <b>',
      view: null,
      status: '',
      snapshot: null,
      comments: [],
      labels: [],
    })
    // Known again although its Guid is none.
    expect(readBcf(bytes).topics[0]?.guid).toBe(read?.guid)
  })

  it('has everything in the order of the schema of 2.1', () => {
    const files = unzipSync(writeBcf([topic], '2.1'))
    const markup = strFromU8(files[`${topic.guid}/markup.bcf`] ?? new Uint8Array())
    const names = [...markup.matchAll(/<(\w+)/g)].map(([, name]) => name)
    expect(names.join(' ')).toBe(
      [
        'Markup Topic Title Priority Index Labels Labels CreationDate CreationAuthor ModifiedDate DueDate AssignedTo Description',
        'Comment Date Author Comment Viewpoint Comment Date Author Comment Viewpoints Viewpoint Snapshot',
      ].join(' '),
    )
    expect(markup).toContain(`TopicType="Clash" TopicStatus="In Progress"`)
    expect(Object.keys(files)).toContain(`${topic.guid}/snapshot.png`)
  })

  it('leaves out pictures that unpack to too much, and those that are named but lie elsewhere', () => {
    const markup = (picture: string) =>
      strToU8(
        `<Markup><Topic><Title>T</Title></Topic><Viewpoints Guid="x"><Snapshot>${picture}</Snapshot></Viewpoints></Markup>`,
      )
    const { topics, picturesLeftOut } = readBcf(
      zipSync({
        'a/markup.bcf': markup('big.png'),
        'a/big.png': new Uint8Array(6_000_000),
        'b/markup.bcf': markup('../a/small.png'),
        'a/small.png': new Uint8Array(10),
        'c/markup.bcf': markup('Small.JPG'),
        'c/small.jpg': new Uint8Array(10),
      }),
    )
    expect(topics.map(({ snapshot }) => snapshot?.ending ?? null)).toEqual([null, null, 'jpg'])
    expect(picturesLeftOut).toBe(1)
  })

  it('refuses what is no BCF file', () => {
    expect(code(() => readBcf(strToU8('no archive')))).toBe('bcf')
    expect(code(() => readBcf(zipSync({ 'a.txt': strToU8('x') })))).toBe('bcf')
    expect(() => readBcf(zipSync({ 'x/markup.bcf': strToU8('<Markup>') }))).toThrow(/cut off/)
    expect(code(() => readBcf(zipSync({ 'x/markup.bcf': new Uint8Array(6_000_000) })))).toBe('bcf')
    const entity = '<!DOCTYPE m [<!ENTITY a "b">]><Markup><Topic><Title>&a;</Title></Topic></Markup>'
    expect(() => readBcf(zipSync({ 'x/markup.bcf': strToU8(entity) }))).toThrow(/entities/)
    const many = '<Comment><Comment>x</Comment></Comment>'.repeat(20_001)
    const talk = `<Markup><Topic><Title>T</Title></Topic>${many}</Markup>`
    expect(code(() => readBcf(zipSync({ 'x/markup.bcf': strToU8(talk) })))).toBe('bcf')
  })
})
