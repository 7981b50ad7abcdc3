import { TextInput, type TextInputProps } from '@mantine/core';
import type { ReactNode } from 'react';
import { useFormats } from '../i18n/language.tsx';

/**
 * The input of a number, with the decimal separator of the language; `text` has a point. The typed
 * text is kept unchanged: inputs of type number lose text that the browser cannot read.
 */
export function NumberInput({
  text,
  onText,
  isWhole,
  ...props
}: {
  readonly text: string;
  readonly onText: (text: string) => void;
  readonly isWhole?: boolean;
} & Omit<TextInputProps, 'value' | 'onChange' | 'type'>): ReactNode {
  const { toInput, fromInput } = useFormats();
  return (
    <TextInput
      {...props}
      inputMode={isWhole ? 'numeric' : 'decimal'}
      dir="ltr"
      autoComplete="off"
      value={toInput(text)}
      onChange={({ currentTarget }) => onText(fromInput(currentTarget.value))}
    />
  );
}
