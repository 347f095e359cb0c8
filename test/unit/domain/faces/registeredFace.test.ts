import { describe, it } from 'vitest';
import type { EventOf } from '../../../../src/domain/core/event.js';
import { type FaceRegistered, registeredFace } from '../../../../src/domain/faces/registeredFace.js';
import type { RegisteredFaceEvent } from '../../../../src/domain/faces/index.js';
import { storiesOf } from '../../../support/givenWhenThen.js';

const { given } = storiesOf(registeredFace);
const at = '2026-03-02T09:00:00.000Z';
const later = '2026-03-03T09:00:00.000Z';
const face = {
  ...{ registration_id: 'one', tenant_id: 'acme', mode: 'live' as const, database: 'custom' as const },
  ...{
    face_id: 'visitor-1',
    person_id: null,
    metadata: { door: 'north' },
    quality: 0.8,
    vectors: 'v1',
    vector_id: 'n1',
  },
  registered_by: 'key:1',
};
const registered: EventOf<typeof FaceRegistered> = { type: 'FaceRegistered', data: { ...face, registered_at: at } };
const removed: RegisteredFaceEvent = {
  type: 'FaceRemoved',
  data: { registration_id: 'one', tenant_id: 'acme', database: 'custom', removed_at: later },
};

describe('a face in a register', () => {
  it('is registered with what is known of it, and not with what it looks like', () => {
    given().when({ type: 'register', face, at }).then(registered);
  });

  it('is registered once under its id, and never again once it was removed', () => {
    given(registered)
      .when({ type: 'register', face, at: later })
      .thenRefused('conflict', /in the database already/);
    given(registered, removed)
      .when({ type: 'register', face, at: later })
      .thenRefused('conflict', /was deleted/);
  });

  it('is removed once, and again to finish what was broken off', () => {
    given(registered).when({ type: 'remove', at: later }).then(removed);
    given(registered, removed).when({ type: 'remove', at: later }).thenNothing();
  });

  it('has numbers of other networks from the beginning where both were made, and later where its picture is looked at again', () => {
    const anew = { vectors: 'v2', vector_id: 'n2' };
    const embedded = (at: string): RegisteredFaceEvent => ({
      type: 'FaceEmbeddedAnew',
      data: { registration_id: 'one', tenant_id: 'acme', database: 'custom', ...anew, embedded_at: at },
    });
    given().when({ type: 'register', face, anew, at }).then(registered, embedded(at));
    given(registered)
      .when({ type: 'embed_anew', ...anew, at: later })
      .then(embedded(later));
    given(registered, embedded(at))
      .when({ type: 'embed_anew', vectors: 'v2', vector_id: 'n3', at: later })
      .thenNothing();
  });

  it('is kept out once for a reason, until networks make numbers of it after all', () => {
    const keepOut = { type: 'keep_out', vectors: 'v2', reason: 'no_face', at: later } as const;
    const keptOut: RegisteredFaceEvent = {
      type: 'FaceKeptOut',
      data: {
        ...{ registration_id: 'one', tenant_id: 'acme', database: 'custom' },
        ...{ vectors: 'v2', reason: 'no_face', kept_out_at: later },
      },
    };
    given(registered).when(keepOut).then(keptOut);
    given(registered, keptOut).when(keepOut).thenNothing();
    given(registered)
      .when({ ...keepOut, vectors: 'v1' })
      .thenNothing();
  });

  it('that was deleted meanwhile stays so, whatever networks say of it', () => {
    given(registered, removed).when({ type: 'embed_anew', vectors: 'v2', vector_id: 'n2', at: later }).thenNothing();
    given(registered, removed).when({ type: 'keep_out', vectors: 'v2', reason: 'no_face', at: later }).thenNothing();
  });

  it('that was never there cannot be removed', () => {
    given()
      .when({ type: 'remove', at })
      .thenRefused('not_found', /no face with this id/);
  });

  it('can be removed when all that was sealed of it is gone', () => {
    const erased: RegisteredFaceEvent = {
      ...registered,
      data: { ...registered.data, face_id: null, person_id: null, metadata: null },
    };
    given(erased).when({ type: 'remove', at: later }).then(removed);
  });
});
