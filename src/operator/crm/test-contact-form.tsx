import { useMutation } from '@tanstack/react-query';
import { WRONG_PHONE_MESSAGE } from '../../contracts/forms/field-schemas.ts';
import { useState, type FormEvent } from 'react';
import styled from 'styled-components';
import { crmCalls, type TestContactInput } from '../../contracts/operators/crm-calls.ts';
import { BusyButton } from '../../ui/form/busy-button.tsx';
import { SelectField } from '../../ui/form/select-field.tsx';
import { TextField } from '../../ui/form/text-field.tsx';
import { showToast } from '../../ui/feedback/toast-store.ts';
import { errorReason } from '../parts/states/error-message.ts';
import { StatusLine } from '../parts/states/status-line.tsx';
import { callApi } from '../call-api.ts';

const Form = styled.form`
  display: grid;
  grid-template-columns: repeat(auto-fit, minmax(min(100%, 15rem), 1fr));
  gap: ${({ theme }) => theme.space.m};
  > [data-wide] {
    grid-column: 1 / -1;
  }
`;

interface Location {
  id: string;
  name: string | null;
}

/**
 * A form that creates a contact in the CRM to test the connection, in one of these locations. It shows the id of the
 * new contact, or why it was not created.
 */
export function TestContactForm({ locations }: { locations: readonly Location[] }) {
  const [faults, setFaults] = useState<Partial<Record<keyof TestContact, string>>>({});
  const create = useMutation({
    mutationFn: (contact: TestContact) => callApi(crmCalls.createTestContact, contact),
    onSuccess: ({ id }) =>
      showToast({ kind: 'success', title: 'Test Contact Created', text: `The CRM gave it the id ${id}.` }),
    onError: (error) =>
      showToast({ kind: 'error', title: 'Failed to create test contact', text: errorReason(error) }),
  });
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = event.currentTarget;
    if (locations.length === 0) {
      showToast({
        kind: 'error',
        title: 'No Authorized Locations',
        text: 'Connect a location first, then create the test contact.',
      });
      return;
    }
    const data = new FormData(form);
    const read = (name: keyof TestContact) => {
      const value = data.get(name);
      return typeof value === 'string' ? value.trim() : '';
    };
    const contact: TestContact = {
      firstName: read('firstName'),
      lastName: read('lastName'),
      email: read('email'),
      phone: read('phone'),
      message: read('message'),
      locationId: read('locationId') || (locations[0]?.id ?? ''),
    };
    const found = testContactFaults(contact);
    setFaults(found);
    const [wrong] = Object.keys(found);
    if (wrong === undefined) create.mutate(contact);
    else form.querySelector<HTMLInputElement>(`[name="${wrong}"]`)?.focus();
  };
  return (
    <Form noValidate onSubmit={submit}>
      <TextField
        id="test-first"
        name="firstName"
        label="First name"
        defaultValue="Test"
        error={faults.firstName}
      />
      <TextField
        id="test-last"
        name="lastName"
        label="Last name"
        defaultValue="Contact"
        error={faults.lastName}
      />
      <TextField
        id="test-email"
        name="email"
        type="email"
        label="E-mail"
        hint="This or the phone number."
        error={faults.email}
      />
      <TextField id="test-phone" name="phone" type="tel" label="Phone" optional error={faults.phone} />
      {locations.length > 1 && (
        <div data-wide>
          <SelectField
            id="test-location"
            name="locationId"
            label="Location"
            defaultValue={locations[0]?.id}
            options={locations.map(({ id, name }) => ({
              value: id,
              label: name ? `${name} (${id})` : id,
            }))}
          />
        </div>
      )}
      <div data-wide>
        <TextField
          id="test-message"
          name="message"
          label="Message"
          optional
          multiline
          defaultValue="A test from the operators’ screens. You may delete this contact."
        />
      </div>
      <div data-wide>
        <BusyButton busy={create.isPending} busyLabel="Creating…">
          Create test contact
        </BusyButton>
      </div>
      {create.data && (
        <p data-wide>
          <StatusLine state="ok">Created: {create.data.id}</StatusLine>
        </p>
      )}
    </Form>
  );
}

/** The texts in the form's inputs. */
type TestContact = Record<keyof TestContactInput, string>;

const EMAIL = /^[^\s@]+@[^\s@]+\.[^\s@]+$/;
/** The minimum number of digits in a phone number, as specified. */
const PHONE_DIGITS = 10;

function testContactFaults(contact: TestContact): Partial<Record<keyof TestContact, string>> {
  const { firstName, lastName, email, phone } = contact;
  return {
    ...(firstName === '' && { firstName: 'First name is required' }),
    ...(lastName === '' && { lastName: 'Last name is required' }),
    ...(!isGoodEmail(email, phone) && { email: 'Please enter a valid email' }),
    ...(phone !== '' && phone.replace(/\D/g, '').length < PHONE_DIGITS && { phone: WRONG_PHONE_MESSAGE }),
  };
}

/**
 * Whether the email address is valid. It may be empty if there is a phone number, because the CRM accepts such
 * contacts.
 */
function isGoodEmail(email: string, phone: string): boolean {
  return EMAIL.test(email) || (email === '' && phone !== '');
}
