import { withWords } from '../../../page-words.tsx';

export default withWords('inbox', 'accounts', 'operations');
