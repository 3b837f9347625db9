import { chakra } from '@chakra-ui/react';
import { EditorContent, useEditor } from '@tiptap/react';
import { useEffect, useRef } from 'react';
import { boxCss } from '../field-frame';
import { EditorToolbar } from './editor-toolbar';
import { extensions } from './extensions';

export interface RichEditorProps {
  value: string;
  onChange: (html: string) => void;
  onBlur?: (() => void) | undefined;
  onBusy?: ((busy: boolean) => void) | undefined;
  name?: string | undefined;
  bad: boolean;
  a11y: Record<string, string | boolean | undefined>;
}

/** The editor of a text: headings, lists, bold, links, images. Ctrl+B, Ctrl+Z and the marks of Markdown work, too. */
export default function RichEditor({ value, onChange, onBlur, onBusy, name, bad, a11y }: RichEditorProps) {
  const own = useRef(value);
  const handlers = useRef({ onChange, onBlur });
  handlers.current = { onChange, onBlur };
  const editor = useEditor({
    extensions,
    content: value,
    // the policy of the page allows no style element; what the editor needs is below
    injectCSS: false,
    onUpdate: ({ editor: now }) => {
      // an empty text is none
      own.current = now.isEmpty ? '' : now.getHTML();
      handlers.current.onChange(own.current);
    },
    onBlur: () => handlers.current.onBlur?.(),
  });
  // a form that begins anew, as after a reload of its record
  useEffect(() => {
    if (value === own.current) return;
    own.current = value;
    editor.commands.setContent(value, { emitUpdate: false });
  }, [editor, value]);
  const attributes = JSON.stringify({ ...a11y, name, role: 'textbox', 'aria-multiline': true });
  useEffect(() => {
    const given = Object.entries(JSON.parse(attributes) as Record<string, string | boolean>);
    editor.setOptions({
      editorProps: { attributes: Object.fromEntries(given.map(([key, v]) => [key, String(v)])) },
    });
  }, [editor, attributes]);
  return (
    <chakra.div css={boxCss(bad)}>
      <EditorToolbar editor={editor} onBusy={onBusy} />
      <chakra.div css={textCss}>
        <EditorContent editor={editor} />
      </chakra.div>
    </chakra.div>
  );
}

const textCss = {
  '& .ProseMirror': {
    minHeight: '180px',
    maxHeight: '46vh',
    overflowY: 'auto',
    padding: '10px 12px',
    outline: '0',
    whiteSpace: 'break-spaces',
    overflowWrap: 'anywhere',
  },
  '& .ProseMirror-selectednode': { outline: '2px solid var(--focus)' },
  '& p + p, & p + ul, & p + ol, & ul + p, & ol + p': { marginTop: '10px' },
  '& h2': { font: '600 17px/26px var(--font)', marginTop: '14px' },
  '& h3': { font: '600 15px/22px var(--font)', marginTop: '12px' },
  '& ul': { paddingLeft: '24px', listStyle: 'disc' },
  '& ol': { paddingLeft: '24px', listStyle: 'decimal' },
  '& a': { color: 'var(--accent)', textDecoration: 'underline' },
  '& strong': { fontWeight: 700 },
} as const;
